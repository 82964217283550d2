// The flags of `vllm serve` that come with the program, for hosts that were not asked for their own.
import { readFileSync } from 'node:fs'
import { flagBook, type FlagBook } from '#core/vllm/flags/flag-book.ts'
import { flagCatalogueSchema, type FlagCatalogue } from '#core/vllm/flags/serve-flag.ts'
import { ownResource } from '#node/files/own-resource.ts'

let known: FlagCatalogue | null = null

export function ownCatalogue(): FlagCatalogue {
  known ??= flagCatalogueSchema.parse(
    JSON.parse(readFileSync(ownResource('vllm-serve-flags.json'), 'utf8')),
  )
  return known
}

export function ownFlagBook(): FlagBook {
  return flagBook(ownCatalogue().flags)
}
