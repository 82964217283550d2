// Registers the gate as a service of the application.
import type { FeatureServices } from '#node/application/services/feature-service.ts'

export const gateServices: FeatureServices = {
  gate: async () => (await import('./gate-service.ts')).openGateService,
}
