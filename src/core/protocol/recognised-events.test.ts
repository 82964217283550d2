import fc from 'fast-check'
import {
  describeRecognisedEvents,
  jsonText,
  member,
  mostly,
  number,
  objectWith,
} from './recognised-events.test-support.ts'

const delta = objectWith(member('content', jsonText), member('reasoning', jsonText))
const choice = objectWith(
  member('text', jsonText),
  member('delta', delta),
  member('finish_reason', mostly('null', '"stop"')),
  member('logprobs', mostly('null', '{"tokens":["a"]}')),
)
const choices = fc
  .oneof({ weight: 9, arbitrary: choice }, fc.array(choice, { maxLength: 2 }).map(String))
  .map((all) => `[${all}]`)
const tokenEvent = objectWith(
  member('id', jsonText),
  member('created', number),
  member('model', mostly('"m"', '"žluť"', '{"id":"x","text":"y"}')),
  member('choices', choices),
  member('usage', mostly('null', '{"prompt_tokens":1,"completion_tokens":2}')),
  member('error', mostly('null', '{"message":"m"}')),
)

/** What it counts, and what says otherwise. */
const usage = objectWith(
  member('prompt_tokens', number),
  member('total_tokens', number),
  member('completion_tokens', number),
  member('prompt_tokens_details', mostly('null', '{"cached_tokens":1}', '{"prompt_tokens":3}')),
)
const usageEvent = objectWith(
  member('id', jsonText),
  member('created', number),
  member('choices', mostly('[]', '[{}]', '[{"text":""}]', '[{"finish_reason":"stop"}]')),
  member('usage', usage),
  member('usage', mostly('null', '{"prompt_tokens":1,"completion_tokens":2}')).map((parts) =>
    parts.filter(([, value]) => value !== 'null'),
  ),
)
const openAiEvent = fc.oneof({ weight: 3, arbitrary: tokenEvent }, usageEvent)

const responsesEvent = objectWith(
  member('type', mostly('"response.output_text.delta"', '"response.completed"', '"error"')),
  member('sequence_number', number),
  member('item_id', jsonText),
  member('delta', jsonText),
  member('response', mostly('{}', '{"usage":{"output_tokens":2}}')),
)
const messagesEvent = objectWith(
  member(
    'type',
    fc.oneof(
      { weight: 49, arbitrary: fc.constant('"content_block_delta"') },
      fc.constantFrom('"message_delta"', '"message_start"', '"message_stop"'),
    ),
  ),
  member('index', number),
  member(
    'delta',
    fc.oneof(
      objectWith(member('type', fc.constant('"text_delta"')), member('text', jsonText)),
      objectWith(
        member('type', mostly('"thinking_delta"', '"text_delta"')),
        member('thinking', jsonText),
        member('text', jsonText),
      ),
    ),
  ),
  member('usage', mostly('{"input_tokens":3,"output_tokens":2}', '{"output_tokens":4}')),
  member('message', mostly('{}', '{"usage":{"input_tokens":7,"cache_read_input_tokens":2}}')),
)

describeRecognisedEvents({
  completions: openAiEvent,
  chat: openAiEvent,
  responses: responsesEvent,
  messages: messagesEvent,
})
