// Messages of agents.
export const agentsMessages = {
  'scalar.trajectories': 'Trajectories completed',
  'scalar.trajectoriesPerMin': 'Trajectories/min',
  'figure.trajectoriesPerMin': 'trajectories per minute',
  'latency.time_to_solution': 'Time to solution',
  'latency.model_time': 'Model time',
  'latencyLong.time_to_solution': 'From the first request of an agent to its last response',
  'latencyLong.model_time': 'Of it, with at least one request in flight',
  'workload.trajectoryForm':
    'Give each trajectory "messages" with "tool_calls" and results of the role "tool", or "steps": [{"id": "…", "after": ["…"], "messages": […]}, …]. Traces of cache blocks have "block_size" and "requests"; exports of OpenTelemetry have "resourceSpans", "spans" or one span per line.',
  'workload.blockTraceForm':
    'Give each trace "block_size" and "requests": [{"t": seconds, "type": "n" or "s", "in": tokens, "out": tokens, "hash_ids": […]}, …].',
  'workload.spansForm':
    'Spans need trace and span ids, start and end times and attributes: OTLP as JSON, {"spans": […]}, or one span per line.',
  'workload.spanIds': '{field}: a span without an id',
  'workload.spanMessagesForm':
    'Messages of spans are lists of {"role": "…", "parts": [{"type": "text", "content": "…"}, …]}.',
  'workload.spanWithoutInput': 'neither gen_ai.input.messages nor gen_ai.usage.input_tokens',
  'workload.spanWithoutInput.remedy':
    'Record the content of messages or the token usage, or remove the span.',
  'workload.noCalls': '{field}: no call of a model',
  'workload.strayToolResult': '{field}: no response before it calls a tool with the id "{id}"',
  'workload.strayToolResult.remedy':
    'Add the call to "tool_calls" of the response before, or remove the result.',
  'workload.unansweredCall':
    '{field}: the call "{id}" has no result before the next step, so that its step never ends',
  'workload.unansweredCall.remedy':
    'Add a message of the role "tool" with this tool_call_id, or remove the call.',
  'workload.nothingAsked': '{field}: a response to which no message leads',
  'workload.timesBackwards': '{field}: {at} s is before {before} s, which it follows',
  'workload.timesBackwards.remedy': 'Correct the times, or remove them to have pauses drawn.',
  'workload.stepTwice': '{field}: there already is a step "{id}"',
  'workload.unknownStep': '{field}: there is no step "{id}"',
  'workload.continuesMissing': '{field}: required where a step waits for several, or null',
  'workload.continuesLater': '{field}: the step "{id}" does not wait for "{continues}"',
  'workload.stepCycle': '{field}: the steps wait for each other: {steps}',
  'workload.stepCycle.remedy': 'Remove one of these steps from "after" of the next.',
  'workload.branchNeverEnds': '{field}: no step waits for "{id}", so that its branch never ends',
  'workload.branchNeverEnds.remedy':
    'Name it in "after" of a later step; give the step that begins the branch a "cancel" if that step must not wait for its end.',
  'workload.cancelEmpty': '{field} has no condition',
  'workload.cancelEmpty.remedy':
    'Give it "after_s": seconds, "after_tokens": tokens or "when": [ids of steps], or remove it.',
  'workload.cancelsTheEnd':
    '{field}: the branch of "{id}" holds the step that ends the trajectory, so that nothing goes on without it',
  'workload.cancelsTheEnd.remedy':
    'Let the last step wait for another step besides "{id}", or remove "cancel".',
  'workload.continuesCancelled':
    '{field}: the step "{heir}" continues "{id}", which may be cancelled before it responds',
  'workload.continuesCancelled.remedy':
    'Let it continue a step outside of the branch, or null for a new context.',
  'workload.cancelTokensNever':
    '{field} can never come true: the branch has {total} output tokens, and {tokens} are set',
  'workload.cancelTokensNever.remedy': 'Choose fewer than {total}, or remove it.',
  'workload.cancelWhenNever':
    '{field} can never come true: "{other}" ends only after the branch of "{id}"',
  'workload.cancelWhenBefore': '{field}: "{other}" has ended before the branch of "{id}" begins',
  'workload.cancelWhen.remedy':
    'Name steps that run beside the branch, such as the last of another.',
  'workload.noTrajectory': '{path} holds no trajectory',
  'config.midwayConcurrency':
    'needs a number of agents to start midway; give it as the max concurrency',
} as const
