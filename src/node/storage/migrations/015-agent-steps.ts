// What is known of a request that is a step of an agent, as JSON; NULL for any other.
import type { Migration } from '../migration.ts'

export const agentSteps: Migration = {
  version: 15,
  sql: 'ALTER TABLE requests ADD COLUMN agent_step TEXT;',
}
