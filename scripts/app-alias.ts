// For scripts that read modules of the site (`node --import ./scripts/app-alias.ts`): Node finds them as the build does, by
// `~/` and without an ending.
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";

const app = new URL("../app/", import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    if (!/^(~\/|\.)/.test(specifier) || !context.parentURL?.startsWith(app.href)) return next(specifier, context);
    const url = specifier.startsWith("~/") ? new URL(specifier.slice(2), app) : new URL(specifier, context.parentURL);
    return next(existsSync(new URL(`${url.href}.ts`)) ? `${url.href}.ts` : url.href, context);
  },
});
