// Samples of a run, as a window draws them.
import { z } from 'zod'
import { telemetryProblemSchema } from '#core/model/run/telemetry.ts'
import { telemetrySeries } from '#core/telemetry/telemetry-traits.ts'

const telemetryTrackSchema = z.object({
  name: z.enum(telemetrySeries),
  /** The number of the GPU; empty for the server. */
  label: z.string(),
  /** Seconds since the run began. */
  atS: z.array(z.number()),
  /** Null ends a line. */
  values: z.array(z.number().nullable()),
})

export const runTelemetrySchema = z.object({
  series: z.array(telemetryTrackSchema),
  /** Long series come with the lowest and the highest of each stretch only. */
  isThinned: z.boolean(),
  /** Why there is not more. */
  problems: z.array(telemetryProblemSchema),
})

export type RunTelemetryView = z.infer<typeof runTelemetrySchema>
