import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/terminal/',
  plugins: [react(), tailwindcss()],
  build: { target: 'es2023', manifest: true },
  server: { port: 5174, proxy: { '/v1': { target: process.env.API_URL ?? 'http://127.0.0.1:8080', changeOrigin: false } } },
});
