// Times of the first chunk, content, reasoning and tool call of a response, and the duration of an audio file.
import type { Migration } from '../migration.ts'

/** An answer that came as one document has no first token: all of its time is shared out over its tokens. */
export const firstTimes: Migration = {
  version: 2,
  sql: `
    ALTER TABLE requests ADD COLUMN first_chunk_at_us INTEGER;
    ALTER TABLE requests ADD COLUMN first_content_at_us INTEGER;
    ALTER TABLE requests ADD COLUMN first_reasoning_at_us INTEGER;
    ALTER TABLE requests ADD COLUMN first_tool_call_at_us INTEGER;
    ALTER TABLE requests ADD COLUMN input_audio_s REAL;
    ALTER TABLE requests DROP COLUMN tpot_us;
    ALTER TABLE requests ADD COLUMN tpot_us REAL AS (
      CASE WHEN error_code IS NULL AND output_tokens > 1
      THEN CAST(ended_at_us - coalesce(first_token_at_us, sent_at_us) AS REAL) / (output_tokens - 1)
      END
    ) VIRTUAL;
  `,
}
