// The tools that `kneepoint mcp` offers, in the order an agent sees them.
import type { AgentTool } from './agent-tool.ts'
import { importResults } from './import-tool.ts'
import { writeReport } from './run-tools.ts'
import * as runs from './run-tools.ts'
import * as servers from './server-tools.ts'
import * as sweeps from './sweep-tools.ts'

export const agentTools: readonly AgentTool[] = [
  servers.listServers,
  servers.listHosts,
  servers.attachServer,
  servers.startSimulator,
  servers.stopServer,
  runs.estimateBenchmark,
  runs.runBenchmark,
  sweeps.runSweep,
  sweeps.searchCapacity,
  sweeps.runTune,
  runs.listRuns,
  runs.readRun,
  runs.compareRuns,
  importResults,
  sweeps.listSweeps,
  sweeps.readSweep,
  writeReport,
]
