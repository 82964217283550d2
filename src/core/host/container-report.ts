// What a host says about running an image, from its report in sections.
import type { ContainerFacts } from '#core/model/host/container-facts.ts'
import { reportSections } from './host-report.ts'

export function containerFactsIn(report: string): ContainerFacts {
  const sections = reportSections(report)
  const section = (name: string) => sections.get(name)?.trim() ?? ''
  return {
    problem: section('problem') || null,
    isImageThere: section('image') !== '',
    registryProblem: section('refusal') || null,
    downloadMiB: downloadMiB(section('manifest'), section('architecture')),
    freeMiB: section('disk') === '' ? null : Number(section('disk')),
    canGiveGpus: section('gpus') !== '',
  }
}

type Manifest = Readonly<{
  Descriptor?: Readonly<{ platform?: Readonly<{ architecture?: string }> }>
  SchemaV2Manifest?: Layers
  OCIManifest?: Layers
}>
type Layers = Readonly<{ layers?: readonly Readonly<{ size?: number }>[] }>

/** `docker manifest inspect --verbose` gives one, or one for each kind of processor. */
function downloadMiB(text: string, architecture: string): number | null {
  const manifests = [parsed(text)].flat()
  const wanted =
    manifests.find((one) => one?.Descriptor?.platform?.architecture === architecture) ??
    manifests[0]
  const layers = (wanted?.SchemaV2Manifest ?? wanted?.OCIManifest)?.layers
  if (layers === undefined) return null
  return Math.round(layers.reduce((bytes, { size = 0 }) => bytes + size, 0) / 1024 ** 2)
}

function parsed(text: string): Manifest | readonly Manifest[] | null {
  try {
    return JSON.parse(text) as Manifest | readonly Manifest[]
  } catch {
    return null
  }
}
