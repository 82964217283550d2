// Tools of `kneepoint mcp`, in the order that an agent sees them.
import { type AgentTool, agentTool, listed } from './agent-tool.ts'
import { writeReport } from './run-tools.ts'
import * as runs from './run-tools.ts'
import * as servers from './server-tools.ts'
import * as sweeps from './sweep-tools.ts'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { ImportReport } from '#contract/import-report.ts'
import { inEnglish, message } from '#core/messages/message.ts'
import type { Client } from '#node/application/services/client-of.ts'
import { requireImportableFile } from '#node/result-files/read-result-file.ts'

/** Size of a piece; as base64 in a message it is a third longer and still fits. */
const pieceBytes = 256 * 1024

/** Tool that imports bundles and results of other benchmarks. */
const importResults = agentTool({
  name: 'import_results',
  title: 'Import results',
  description:
    'Imports a file of results on the machine of this program: of "vllm bench serve" and its predecessors, AIPerf, ' +
    'GuideLLM, inference-perf or SGLang, or a Kneepoint bundle. Each result becomes a run for read_run and compare_runs; ' +
    'what the file does not contain stays empty.',
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  input: z.object({ file: z.string().min(1).describe('Path of the file.') }),
  async call({ file }, { client }) {
    const { imported, known, sweeps, problems } = await importedFile(file, client)
    const lines = [
      ...sweeps.map(({ id, name }) => `Sweep ${id}: ${name}`),
      ...imported.map(({ id, name }) => `Run ${id}: ${name}`),
      ...known.map(({ id, name }) => `Run ${id}, imported before: ${name}`),
      ...problems.map((problem) => problemLine(file, problem)),
    ]
    return { text: listed(lines), data: { imported, known, sweeps, problems: problems.length } }
  },
})

/** Throws `not-found` for an unreadable file, and `invalid-input` for one that is too large. */
async function importedFile(file: string, client: Client): Promise<ImportReport> {
  await requireImportableFile(file)
  const { id } = await client.imports.begin({ fileName: path.basename(file) })
  for await (const piece of createReadStream(file, { highWaterMark: pieceBytes })) {
    await client.imports.append({ id, base64: Buffer.from(piece).toString('base64') })
  }
  return await client.imports.finish({ id })
}

function problemLine(
  file: string,
  { line, message: problem, remedy }: ImportReport['problems'][number],
): string {
  const found = inEnglish(message('cli.importProblem', { file, line, problem }))
  return remedy === null ? found : `${found} ${inEnglish(remedy)}`
}

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
