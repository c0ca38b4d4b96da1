import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The service that `npm run dev` of the console asks. */
const service = process.env.LEADLINE_URL ?? 'http://127.0.0.1:8080';

const VENDOR =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|openapi-fetch|@tanstack\/(?!virtual|react-virtual)[^/]+)\//;
const COMMON =
  /console\/src\/(api\/(client|me|problems|query-client|leads|new-key|session|tab-memory)|format\/format|texts\/texts|leads\/(custom|field-input)|ui\/(button|class-names|field|spinner|toast|notice|skeleton|badge|empty))\.tsx?$|lucide-react\/dist\/esm\/(createLucideIcon|Icon|context|defaultAttributes|shared)|packages\/client\//;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2022',
    // The policy of the page allows neither inline scripts nor other sources.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    manifest: true,
    rolldownOptions: {
      output: {
        // What every screen needs comes in few files: over HTTP/1.1, browsers ask for six at a time.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: VENDOR },
            { name: 'common', test: COMMON },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': service, '/docs': service } },
});
