// Has a site or a backend import its libraries as `bundleLibraries` has made them: loaded before it (processes.ts).
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { TEST_LIBRARIES = "" } = process.env;

registerHooks({
  resolve(specifier, context, next) {
    const file = join(TEST_LIBRARIES, `${specifier}.js`);
    const isBundled = !/^[./]|^\w+:/.test(specifier) && existsSync(file);
    return isBundled
      ? { url: pathToFileURL(file).href, format: "module", shortCircuit: true }
      : next(specifier, context);
  },
});
