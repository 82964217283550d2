import { type FlagCatalogue, type FlagIndex } from '#core/vllm/flags/flag-index.ts'
export declare function ownCatalogue(): FlagCatalogue
export declare function ownFlagIndex(): FlagIndex
