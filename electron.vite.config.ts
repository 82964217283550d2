// Builds the desktop program: main process and its child processes, preload script, and the window,
// whose build is served by `kneepoint web` as well.
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { contentSecurityPolicy } from '#contract/content-security-policy.ts'

export default defineConfig({
  main: {},
  preload: {
    build: {
      externalizeDeps: false,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'index.cjs' } },
    },
  },
  renderer: {
    plugins: [vue()],
    server: { headers: { 'Content-Security-Policy': contentSecurityPolicy } },
  },
})
