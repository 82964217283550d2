// Bundles the scripts of pages that are saved as files into out/page, one whole file each: a page loads nothing.
import { defineConfig } from 'vite'
import { bundledPackages } from '../shipped/bundled-packages.ts'

export default defineConfig({
  plugins: [bundledPackages()],
  build: {
    target: 'es2022',
    outDir: 'out/page',
    minify: false,
    modulePreload: false,
    rolldownOptions: {
      input: { report: 'src/page/report.ts', timeline: 'src/page/timeline.ts' },
      output: { format: 'es', entryFileNames: '[name].js' },
      preserveEntrySignatures: false,
    },
  },
})
