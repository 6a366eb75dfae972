import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { end } from "../processes.ts";

export type TestRedis = { stop: () => Promise<unknown> };

type Entry = { value: number | string; ends: number };
type Reply = string | number | null | Error | Reply[];

function encode(reply: Reply): string {
  if (reply === null) return "$-1\r\n";
  if (reply instanceof Error) return `-${reply.message}\r\n`;
  if (typeof reply === "number") return `:${reply}\r\n`;
  if (typeof reply === "string") return `+${reply}\r\n`;
  return `*${reply.length}\r\n${reply.map(encode).join("")}`;
}

/** Reads the commands at the start of a text, each an array of bulk strings (RESP 2). @returns them, and what is left */
function read(text: string): [commands: string[][], rest: string] {
  const commands: string[][] = [];
  for (let at = 0; ;) {
    const begin = at;
    const line = () => {
      const stop = text.indexOf("\r\n", at);
      if (stop < 0) return undefined;
      const found = text.slice(at + 1, stop);
      at = stop + 2;
      return Number(found);
    };
    const count = line();
    if (count === undefined) return [commands, text.slice(begin)];
    const parts: string[] = [];
    while (parts.length < count) {
      const length = line();
      if (length === undefined || text.length < at + length + 2) return [commands, text.slice(begin)];
      parts.push(text.slice(at, at + length));
      at += length + 2;
    }
    commands.push(parts);
  }
}

/**
 * What the limits ask of a Redis, and no more, for machines that have none: it counts a key up and says how long it lives
 * (the one script that they send, by what it does and not by its words), sets what is not there, reads, forgets, and
 * answers greetings.
 *
 * @param refusal what it says instead of counting
 */
export async function startStandIn(port: number, refusal?: string): Promise<TestRedis> {
  const entries = new Map<string, Entry>();
  const live = (key = "") => {
    const entry = entries.get(key);
    return entry && entry.ends > Date.now() ? entry : undefined;
  };
  const answer = ([name = "", ...rest]: string[]): Reply => {
    switch (name.toUpperCase()) {
      case "EVAL": {
        if (refusal !== undefined) return new Error(refusal);
        const [, , key = "", points, seconds] = rest;
        const entry = live(key) ?? { value: 0, ends: Date.now() + Number(seconds) * 1_000 };
        entry.value = Number(entry.value) + Number(points);
        entries.set(key, entry);
        return [Number(entry.value), entry.ends - Date.now()];
      }
      case "GET":
        return live(rest[0])?.value.toString() ?? null;
      case "SET": {
        const [key = "", value = "", ...options] = rest;
        if (options.includes("NX") && live(key)) return null;
        entries.set(key, { value, ends: Date.now() + Number(options[options.indexOf("PX") + 1]) });
        return "OK";
      }
      case "PTTL":
        return (live(rest[0])?.ends ?? Date.now() - 2) - Date.now();
      case "DEL":
        return entries.delete(rest[0] ?? "") ? 1 : 0;
      default:
        return "OK";
    }
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = "";
    socket.setEncoding("utf8").on("data", (more: string) => {
      const [commands, rest] = read(text + more);
      text = rest;
      socket.write(commands.map((command) => encode(answer(command))).join(""));
    });
    socket.on("error", () => socket.destroy());
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      return Promise.resolve();
    },
  };
}

async function startReal(port: number): Promise<TestRedis> {
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", "/tmp"];
  const child = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const text of child.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    if (String(text).includes("Ready to accept connections")) break;
  }
  child.stdout.resume();
  return { stop: () => end(child, "SIGKILL") };
}

const hasReal = spawnSync("redis-server", ["--version"]).status === 0;

/** A real server where it is installed, and else what stands in for one. */
export const REDIS: [string, (port: number) => Promise<TestRedis>][] = [
  hasReal ? ["a real Redis", startReal] : ["a stand-in for Redis", startStandIn],
];
