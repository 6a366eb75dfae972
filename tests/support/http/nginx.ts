import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { proxyCommand } from "../../../scripts/needs/proxies.ts";
import { end, waitForServer } from "../services/processes.ts";

/** How nginx is set up: as ops/nginx.conf says, or by whoever has written down no more than without which no page comes. */
export type Lines = "documented" | "defaults";

const FILE = join(import.meta.dirname, "../../../ops/nginx.conf");

/** What nobody leaves out: without the Host every page is refused, without the address all visitors are one. */
const NEEDED = /^ *(server|listen|location|upstream|proxy_pass|proxy_set_header (Host|X-Forwarded-For)|\})/;

/** nginx's command; undefined where there is none, and its tests are left out. */
export const nginx = proxyCommand("nginx");

/** The servers of ops/nginx.conf, but for TLS. */
function servers(port: number, ports: readonly number[], lines: Lines): string {
  const upstream = ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(" ");
  const text = readFileSync(FILE, "utf8")
    .replace(/(?:server 127\.0\.0\.1:\d+ max_fails=0; )+/, `${upstream} `)
    .replace("443 ssl", `127.0.0.1:${port}`)
    .replace("hiring.example.com", "localhost")
    .replace(/ssl_.*;/g, "");
  if (lines === "documented") return text;
  const needed = text.split("\n").filter((line) => NEEDED.test(line));
  return needed.join("\n").replace(" keepalive 32;", "").replaceAll(" max_fails=0", "");
}

/**
 * Starts nginx before one site or several.
 *
 * @param port where it listens
 * @param ports those of the sites
 */
export async function startNginx(
  port: number,
  ports: readonly number[],
  lines: Lines = "documented",
): Promise<{ stop: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), "nginx-"));
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((of) => `${of}_temp_path ${directory}/${of};`);
  // Its processes do what root began as nobody, who may not write here.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const configuration = `${user} daemon off; pid ${directory}/pid; error_log stderr crit;
    events {} http { access_log off; ${paths.join(" ")} ${servers(port, ports, lines)} }`;
  const file = join(directory, "nginx.conf");
  writeFileSync(file, configuration);
  const child = spawn(nginx!, ["-p", directory, "-c", file], { stdio: ["ignore", "ignore", "inherit"] });
  await waitForServer(`http://localhost:${port}/healthz`);
  return {
    async stop() {
      await end(child);
      rmSync(directory, { recursive: true });
    },
  };
}
