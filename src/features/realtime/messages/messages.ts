// Messages of realtime transcription.
export const realtimeMessages = {
  'config.realtimeTransport': 'vllm-realtime opens WebSockets; choose the native transport',
  'config.realtimeRetries':
    'vllm-realtime cannot send a voice again while it speaks; leave --retry-status out',
  'workload.notSpeechSamples':
    '{file} is not a WAV file with one channel of 16-bit samples at 16 kHz, which realtime transcription takes',
  'workload.notSpeechSamples.remedy':
    'Convert it: ffmpeg -i FILE -ac 1 -ar 16000 -c:a pcm_s16le FILE.wav',
  'runs.failed.noWebSocket':
    'The server refused the WebSocket with {status}. Check --endpoint, and that the model it serves takes realtime audio.',
  'runs.failed.wrongSession':
    'The server began the session with {event} instead of session.created.',
  'runs.failed.noEvent': 'The server sent a message that is no JSON event.',
  'runs.failed.webSocketClosed':
    'The server closed the WebSocket before the transcript was complete (code {code}).',
  'latency.first_partial': 'First partial',
  'latency.speech_lag': 'Speech lag',
  'latency.max_speech_lag': 'Max speech lag',
  'latency.final_after_speech': 'Final after speech',
  'latency.time_per_audio_second': 'Time per audio second',
  'latencyLong.first_partial': 'From opening the session to the first text',
  'latencyLong.speech_lag': 'How far partial transcripts are behind the speech, mean of a voice',
  'latencyLong.max_speech_lag':
    'How far partial transcripts are behind the speech, largest of a voice',
  'latencyLong.final_after_speech': 'From the end of the speech to the final transcript',
  'latencyLong.time_per_audio_second': 'Real-time factor: 1000 ms per second of audio is 1',
} as const
