// Bundles the command line into out/cli. Native packages stay packages, and so does ssh2, which looks for files beside
// its own. As CommonJS, because only that can be loaded with code that was compiled before (bin/code-cache.js); importing
// a built-in module would also compute all of its exports.
import { createHash } from 'node:crypto'
import { defineConfig, type Plugin } from 'vite'
import { leanKubernetes } from '../lean-kubernetes.ts'
import { leanUndici } from '../lean-undici.ts'
import { bundledPackages } from '../shipped/bundled-packages.ts'

export default defineConfig({
  plugins: [bundledPackages(), leanUndici(), leanKubernetes(), ascii(), codeId()],
  ssr: { noExternal: true, external: ['better-sqlite3', 'ssh2', 'tokenizers'] },
  build: {
    ssr: true,
    target: 'node22',
    outDir: 'out/cli',
    rolldownOptions: {
      // A module may be loaded late by one part and at once by another.
      checks: { ineffectiveDynamicImport: false },
      input: { main: 'src/cli/main.ts' },
      output: {
        format: 'cjs',
        dynamicImportInCjs: false,
        entryFileNames: '[name].cjs',
        chunkFileNames: 'part-[name].cjs',
        // Each with all it imports that those before it have not taken. Every file costs a start half a millisecond: help
        // takes the first, and a benchmark, which is to begin soon, the four.
        codeSplitting: {
          groups: [
            {
              name: 'help',
              test: /src.(cli.(terminal.(screen|language|output)|arguments.(program-help|help-request))|node.crash.last-words)\.ts$/,
              priority: 4,
            },
            { name: 'program', test: /src.cli.(invoke|own-files)\.ts$/, priority: 3 },
            { name: 'zod', test: /node_modules.zod/, priority: 2 },
            {
              name: 'benchmark',
              test: /src.(cli.(bench-serve|bench.(report-run|save-files))|node.experiment.summarize-records)\.ts$/,
            },
          ],
        },
      },
    },
  },
})

/** Escapes other characters: Node reads ASCII faster, and V8 keeps it in half the memory. Raw texts have no escapes. */
function ascii(): Plugin {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'kneepoint-ascii',
    // Vite prints a chunk again after renderChunk.
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || /\braw`[^`]*[^\0-\x7f]/.test(file.code)) continue
        file.code = file.code.replace(/[^\0-\x7f]/g, escaped)
      }
    },
  }
}

/** Writes a hash of all files beside them. */
function codeId(): Plugin {
  return {
    name: 'kneepoint-code-id',
    generateBundle(_, bundle) {
      const hash = createHash('sha256')
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') hash.update(file.code)
      }
      this.emitFile({ type: 'asset', fileName: 'code-id', source: hash.digest('hex').slice(0, 16) })
    },
  }
}
