// Every message in Chinese.
import { commonZh } from './common.ts'
import { hostsZh } from './hosts.ts'

export const zh = {
  ...commonZh,
  ...hostsZh,
} as const
