// Bundles what is put on hosts into out/far, as one whole file for whatever Node is there.
import { defineConfig } from 'vite'

export default defineConfig({
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'out/far',
    minify: true,
    rolldownOptions: {
      input: { 'load-generator': 'src/utility/far-load-generator.ts' },
      output: { format: 'es', entryFileNames: '[name].mjs', codeSplitting: false },
    },
  },
})
