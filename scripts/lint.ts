// `npm run lint`: both linters on the whole tree.
import { lintSteps } from './lint-steps.ts'
import { runTool } from './tool.ts'

for (const { tool, args } of lintSteps) {
  if ((await runTool(tool, args)) !== 0) process.exitCode = 1
}
