// Parts of the tokens of each response, and when its answer began: a content or tool call after the reasoning.
import type { Migration } from '../migration.ts'

const content = 'first_content_at_us'
const toolCall = 'first_tool_call_at_us'
const first = `min(coalesce(${content}, ${toolCall}), coalesce(${toolCall}, ${content}))`
/** Null where the response did not reason, or said something before. */
const answer = `
  CASE WHEN error_code IS NULL
    AND ${first} >= coalesce(first_reasoning_at_us, CASE WHEN reasoning_tokens > 0 THEN sent_at_us END)
  THEN ${first} END`
const answerTokens = '(output_tokens - reasoning_tokens)'

export const reasoning: Migration = {
  version: 12,
  sql: `
    ALTER TABLE requests ADD COLUMN reasoning_tokens INTEGER;
    ALTER TABLE requests ADD COLUMN cached_tokens INTEGER;
    ALTER TABLE requests ADD COLUMN reasoning_recounted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE requests ADD COLUMN ttfo_us INTEGER AS (${answer} - sent_at_us) VIRTUAL;
    ALTER TABLE requests ADD COLUMN reasoning_time_us INTEGER AS (${answer} - first_reasoning_at_us) VIRTUAL;
    ALTER TABLE requests ADD COLUMN answer_tpot_us REAL AS (
      CASE WHEN ${answerTokens} > 1
      THEN CAST(ended_at_us - ${answer} AS REAL) / (${answerTokens} - 1) END
    ) VIRTUAL;`,
}
