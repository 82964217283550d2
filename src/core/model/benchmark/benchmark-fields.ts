// The fields of a benchmark, one per flag of `vllm bench serve`, in the same units, without the rules that span
// several of them; a form reads defaults and types from here.
import { z } from 'zod'
import { connectionFields } from '../fields/connection-fields.ts'
import { datasetFields } from '../fields/dataset-fields.ts'
import { hubFields } from '../fields/hub-fields.ts'
import { mediaFields } from '../fields/media-fields.ts'
import { multiTurnFields } from '../fields/multi-turn-fields.ts'
import { reportFields } from '../fields/report-fields.ts'
import { samplingFields } from '../fields/sampling-fields.ts'
import { trafficFields } from '../fields/traffic-fields.ts'

export const benchmarkFieldsSchema = z.object({
  ...connectionFields,
  ...datasetFields,
  ...hubFields,
  ...mediaFields,
  ...multiTurnFields,
  ...trafficFields,
  ...samplingFields,
  ...reportFields,
})

export type BenchmarkConfig = z.infer<typeof benchmarkFieldsSchema>
export type BenchmarkField = keyof BenchmarkConfig
