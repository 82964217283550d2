// Compatibility profiles of features' backends, one line per feature.
export { poolingProfiles } from '#features/pooling/core/profiles.ts'
