// What a host reports about running an image: whether Docker is usable, the image there, GPUs available.
export type ContainerFacts = Readonly<{
  /** Why docker cannot be used, in its own words; null where it can. */
  problem: string | null
  isImageThere: boolean
  /** What a registry said of an image that is not there; null where it has it, or was not asked. */
  registryProblem: string | null
  /** Compressed bytes still to pull; null where unknown. */
  downloadMiB: number | null
  /** Of the disk that images are kept on. */
  freeMiB: number | null
  canGiveGpus: boolean
}>
