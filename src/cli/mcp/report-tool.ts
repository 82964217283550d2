// Writes a report file for the user to open.
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { reportFormats } from '#core/model/report-format.ts'
import { freeName } from '../export/free-name.ts'
import { agentTool } from './agent-tool.ts'
import { madeReport } from './report-text.ts'

export const writeReport = agentTool({
  name: 'write_report',
  title: 'Write a report',
  description:
    'Writes runs and sweeps to a file in the output folder: html is a page with charts, bundle opens in another Kneepoint.',
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  input: z.object({
    runIds: z.array(z.string()).max(200).default([]),
    sweepIds: z.array(z.string()).max(50).default([]),
    format: z.enum(reportFormats).default('html'),
  }),
  async call({ runIds, sweepIds, format }, { client, outputFolder }) {
    const { fileName, bytes } = await madeReport(client, { runIds, sweepIds, format })
    const file = path.join(outputFolder, freeName(outputFolder, fileName))
    await writeFile(file, bytes, { flag: 'wx' })
    return { text: `Written to ${file} (${bytes.length} bytes).`, data: { file } }
  },
})
