import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The service that `npm run dev` of the console asks. */
const service = process.env.LEADLINE_URL ?? 'http://127.0.0.1:8080';

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
  },
  server: { proxy: { '/api': service, '/docs': service } },
});
