// Every message in English. The other languages are checked against it.
import { commonEn } from './common.ts'
import { hostsEn } from './hosts.ts'

export const en = {
  ...commonEn,
  ...hostsEn,
} as const
