// Registers recordings as a service of the application.
import type { FeatureServices } from '#node/application/services/feature-service.ts'

export const recordServices: FeatureServices = {
  record: async () => (await import('./record-service.ts')).openRecordService,
}
