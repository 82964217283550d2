// The calls about reports: made as a file that is kept for the window until it has read it, piece by piece, since one
// message may not hold a whole one.
import { z } from 'zod'
import { reportFormats } from '#core/model/report-format.ts'
import { byId, call, nothing } from './call.ts'

const reportOrderSchema = z.object({
  sweepIds: z.array(z.string()).default([]),
  runIds: z.array(z.string()).default([]),
  format: z.enum(reportFormats),
})

/** A file that waits to be read. */
const madeReportSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
})

export const reportApi = {
  make: call.input(reportOrderSchema).output(madeReportSchema),
  /** From `offset` on; as much as a message holds. */
  read: call
    .input(byId.extend({ offset: z.int().min(0) }))
    .output(z.object({ base64: z.string() })),
  /** It is read, or not wanted any more. */
  remove: call.input(byId).output(nothing),
}

export type ReportOrder = z.infer<typeof reportOrderSchema>
export type MadeReport = z.infer<typeof madeReportSchema>
