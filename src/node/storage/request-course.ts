// What the course of a run is drawn from, straight from its columns.
import type { CourseRequest } from '#core/stats/drawing/run-course.ts'
import type { Database } from './database.ts'

export function readCourseRequests(database: Database, runId: string): CourseRequest[] {
  return database
    .prepare<[string], CourseRequest>(
      `SELECT sent_at_us AS sentAtUs, first_token_at_us AS firstTokenAtUs, ended_at_us AS endedAtUs,
         output_tokens AS outputTokens
       FROM requests WHERE run_id = ? AND sent_at_us IS NOT NULL`,
    )
    .all(runId)
}
