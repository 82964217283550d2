// Who answers the calls about reports.
import { implement } from '@orpc/server'
import { reportApi } from '#contract/report-api.ts'
import type { MadeReports } from './made-reports.ts'

const os = implement(reportApi)

export function reportRoutes(reports: MadeReports) {
  return {
    make: os.make.handler(({ input }) => reports.make(input)),
    read: os.read.handler(async ({ input: { id, offset } }) => ({
      base64: await reports.read(id, offset),
    })),
    remove: os.remove.handler(({ input }) => reports.remove(input.id)),
  }
}
