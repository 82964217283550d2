// Builds the desktop program: main process and its child processes, preload script, and the window,
// whose build is served by `kneepoint web` as well.
import path from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { contentSecurityPolicy } from '#contract/content-security-policy.ts'
import { docsPages } from './scripts/docs-pages.ts'
import { leanKubernetes } from './scripts/lean-kubernetes.ts'
import { leanUndici } from './scripts/lean-undici.ts'
import { bundledPackages } from './scripts/shipped/bundled-packages.ts'

const terminalTexts = /^(\.\/(cli|doctor)|#features\/(mcp|mlperf)\/messages\/messages(-zh)?)\.ts$/
const ofWindow = (name: string) => path.join(import.meta.dirname, `src/renderer/i18n/${name}.ts`)

export default defineConfig({
  main: {
    plugins: [bundledPackages(), leanUndici(), leanKubernetes()],
    // A module may be loaded late by one part and at once by another.
    build: { rolldownOptions: { checks: { ineffectiveDynamicImport: false } } },
  },
  preload: {
    plugins: [bundledPackages()],
    build: {
      externalizeDeps: false,
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'index.cjs' } },
    },
  },
  renderer: {
    plugins: [bundledPackages(), docsPages(path.join(import.meta.dirname, 'docs')), vue()],
    // The texts of a language are a fourth of a first view, so each is loaded when it is shown.
    resolve: {
      alias: [
        {
          find: /^#core\/messages\/(english|chinese)\.ts$/,
          replacement: ofWindow('loaded-languages'),
        },
        { find: terminalTexts, replacement: ofWindow('terminal-texts') },
      ],
    },
    build: {
      minify: true,
      // One file for all that the first paint needs. ECharts by itself: it is read with the first view that draws, and stays
      // when we change.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'echarts', test: /node_modules.(echarts|zrender)/, priority: 1 },
              { name: 'frame', tags: ['$initial'] },
            ],
          },
        },
      },
      // Stories limit what a first view loads, compressed.
      chunkSizeWarningLimit: 1200,
    },
    server: { headers: { 'Content-Security-Policy': contentSecurityPolicy } },
  },
})
