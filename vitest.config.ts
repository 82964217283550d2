import { availableParallelism } from 'node:os'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

const pure = ['src/core/**/*.test.ts', 'src/renderer/**/*.test.ts']

export default defineConfig({
  plugins: [vue()],
  test: {
    // A test compares the colours of plots with those of the style sheet.
    css: true,
    // Many tests wait for processes of their own more than they compute.
    maxWorkers: Math.max(3, availableParallelism()),
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      // What touches nothing outside itself shares its modules with the next file: twice as fast.
      { extends: true, test: { name: 'pure', include: pure, isolate: false } },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: pure,
        },
      },
    ],
  },
})
