import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { tsconfigPaths: true },
  // Nothing small is worth a data: address in a stylesheet that is inlined into every page.
  build: { assetsInlineLimit: 0 },
});
