// Built-in flags of `vllm serve`, for hosts whose own flags were not queried.
import { readFileSync } from 'node:fs'
import {
  type FlagCatalogue,
  flagCatalogueSchema,
  type FlagIndex,
  indexFlags,
} from '#core/vllm/flag-index.ts'
import { ownResource } from '#node/files/own-file.ts'

let known: FlagCatalogue | null = null

export function ownCatalogue(): FlagCatalogue {
  known ??= flagCatalogueSchema.parse(
    JSON.parse(readFileSync(ownResource('vllm-serve-flags.json'), 'utf8')),
  )
  return known
}

export function ownFlagIndex(): FlagIndex {
  return indexFlags(ownCatalogue().flags)
}
