import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { browserFiles } from "./scripts/browser-files.ts";
import { newestMigration } from "./scripts/database/migrations.ts";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), browserFiles()],
  resolve: { tsconfigPaths: true },
  define: { "import.meta.env.NEWEST_MIGRATION": JSON.stringify(newestMigration()) },
  // Nothing small is worth a data: address in a stylesheet that is inlined into every page.
  build: { assetsInlineLimit: 0, cssTarget: ["chrome80", "firefox78", "safari13"] },
  css: {
    postcss: {
      plugins: [
        {
          // A browser of before 2022 drops everything that stands in a cascade layer. Tailwind writes the layers in the
          // order of their precedence, so that without them the later rule still wins.
          postcssPlugin: "unwrap-layers",
          OnceExit(root) {
            root.walkAtRules("layer", (rule) => void (rule.nodes ? rule.replaceWith(rule.nodes) : rule.remove()));
          },
        },
      ],
    },
  },
});
