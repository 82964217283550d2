// `npm run lint`: ESLint on the whole tree, part by part.
import { lintSteps } from './lint-steps.ts'
import { runTool } from './tool.ts'

for (const { tool, args } of lintSteps) {
  if ((await runTool(tool, args)) !== 0) process.exitCode = 1
}
