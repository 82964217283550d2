// Datasets, tokenizers, the Hugging Face Hub, request bodies.
export const workloadEn = {
  'workload.noRecordings': 'This backend takes recordings; the dataset holds none.',
  'workload.noRecordings.remedy': 'Choose a dataset of recordings, or another backend.',
  'workload.textOnly': 'This backend takes text; token ids cannot be sent to it.',
  'workload.textOnly.remedy':
    'Choose a completions backend, or a tokenizer that turns the ids into text.',
  'workload.specBenchForm':
    'SpecBench files hold objects with "turns" (a list of texts) and "category".',
  'workload.speedBenchForm':
    'SPEED-Bench files hold objects with "messages" (a list of {"content": "…"}) and "category".',
  'workload.burstGptFirstLine': 'Give a CSV file of the BurstGPT trace, with its first line.',
  'workload.cachedPrefixLength': 'the tokenizer does not bring a cached prefix to {length} tokens',
  'workload.cachedPrefixLength.remedy': 'Choose another seed, other lengths or another tokenizer.',
  'workload.emptyRandomPrompt':
    'random-input-len {length} leaves prompts without a token: the tokenizer adds {added}, and the range ratio removes up to {share} %',
  'workload.emptyRandomPrompt.remedy': 'Raise the input length or lower the range ratio.',
  'workload.aboveMax': 'must not be above max',
  'workload.distributionForm':
    'must be constant (value), uniform (min, max), lognormal (average, or mean and sigma), zipf (alpha) or poisson (alpha)',
  'workload.conversationForm':
    'Give each conversation "messages": [{"role": "user", "content": "…"}, …], or "conversations": [{"from": "human", "value": "…"}, …].',
  'workload.audioForm':
    'Rows are objects with "audio", the path of a sound file, and perhaps a "prompt".',
  'workload.customForm':
    'Give each row a "prompt" text, or a chat as "messages" or "conversations"; the names of other tools, such as "question", "instruction" and "text", are read as well. Token ids are read from "prompt_token_ids" or "input_ids".',
  'workload.emptyRandomPrefix.remedy':
    'Raise the input length or the prefix length, or lower the range ratio.',
  'workload.emptyRerankText': 'random-input-len leaves a text to rank without a token',
  'workload.noChatTemplate': 'the model has no chat template to put the prompts into',
  'workload.noChatTemplate.remedy':
    'Pass --skip-chat-template where the dataset allows it, or name a tokenizer that has a template.',
  'workload.outputTokensForm':
    'Give each row an "output_tokens" integer, or pass --custom-output-len.',
  'workload.shareGptForm':
    'ShareGPT files hold objects with "conversations": [{"value": "…"}, {"value": "…"}, …].',
  'workload.sonnetTooShort':
    'sonnet-input-len {length} has no room for lines: instruction and chat template take {taken} tokens',
  'workload.sonnetTooShort.remedy': 'Raise it well above {taken}.',
  'workload.sonnetRejected': '{count} prompts in a row were longer than sonnet-input-len {length}',
  'workload.sonnetRejected.remedy': 'Raise it, or lower the prefix length of {length}.',
  'workload.rateSeries':
    '{file} is no series of rates: it must hold "points", each with "time_s" (ascending) and "qps", one of them above 0',
  'workload.rateSeries.remedy':
    'Correct the file; docs/measuring/workloads.md (When requests leave) has an example.',
  'workload.rateSeriesEnds':
    'the series of rates ends at 0 after {total} requests, fewer than {count}',
  'workload.rateSeriesEnds.remedy': 'Pass --num-prompts {total}, or end the series above 0.',
  'workload.traceBackwards': 'field "{field}": {at} is before {before} of the entry before it',
  'workload.traceBackwards.remedy':
    'Sort the trace by time, or pass --no-self-timed to send it at a rate.',
  'workload.datedTrace':
    '{path} begins at {first}, which is a date in another unit than seconds; replayed as seconds, it would take years',
  'workload.datedTrace.remedy': 'Pass --timed-trace-sec-multiplier {multiplier}.',
  'workload.traceFields':
    'Name the fields of your trace with the --timed-trace-label flags, or choose its --timed-trace-layout.',
  'workload.traceColumns': 'Give a CSV file with the columns {time}, {inputTokens} and {last}.',
  'workload.conversationDescription':
    'Give it filetype, num_conversations, text_files, prompt_input (num_turns, num_tokens) and prompt_output (num_tokens).',
  'workload.openQuote': '{path}: a quote is never closed',
  'workload.openQuote.remedy': 'Close it; quotes inside quotes are written twice.',
  'workload.tooManyCells': '{where}: {cells} cells, but the first line names {names}',
  'workload.tooManyCells.remedy': 'Put text that holds separators in quotes.',
  'workload.rename': 'Rename one of the columns in the first line.',
  'workload.notUnpacked': '{path} cannot be unpacked: {why}',
  'workload.notUnpacked.remedy': 'Download or copy the file again.',
  'workload.readingCancelled': 'reading the dataset was cancelled',
  'workload.fixEntry': 'Fix or remove this entry.',
  'workload.unreadable': 'the dataset {path} cannot be read: {why}',
  'workload.datasetFile':
    'Check that the path is a readable file or folder. Download a dataset of the Hub first: hf download --repo-type dataset ID --local-dir FOLDER.',
  'workload.unreadable.remedy': 'Check that the path is a readable file.',
  'workload.noDataset': 'there is no dataset at {path}',
  'workload.noDataset.remedy': 'Give a file, a folder, or the id of a dataset of the hub.',
  'workload.folderUnreadable': 'the folder {path} cannot be read: {why}',
  'workload.folderUnreadable.remedy': 'Check that you may read it.',
  'workload.noRowFiles': 'the dataset has no file of rows for {split}',
  'workload.anySplit': 'any split',
  'workload.rowFileForm':
    'Give a folder or file of .json, .jsonl, .csv or .parquet, and the right --hf-subset.',
  'workload.unknownDataset.remedy': 'Name the dataset it is a copy of with --hf-name.',
  'workload.notValue': '{text}, not {value}',
  'workload.empty': '{path} contains no rows',
  'workload.traceWindow':
    'no request of {path} is between --timed-trace-start and --timed-trace-end',
  'workload.traceWindow.remedy':
    'Both count from its first request, in seconds: move them, or correct --timed-trace-sec-multiplier.',
  'workload.jsonArrayCut': '{path} ends at line {line} inside its JSON array',
  'workload.jsonArrayCut.remedy': 'The file is truncated; download or copy it again.',
  'workload.jsonObjectCut': '{path}, line {line}: this JSON object is never closed',
  'workload.notRows': '{where} holds no rows, but begins with: {start}',
  'workload.webPage':
    'It is a web page. Download the file itself: on the Hub, its address has /resolve/ in place of /blob/.',
  'workload.notJsonObject': '{where}, line {line}: this is not a JSON object',
  'workload.notJsonArray': '{where}, line {line}: this is not a JSON array of objects',
  'workload.notJsonArray.remedy': 'Give a JSON array of conversations, as ShareGPT files hold.',
  'workload.unknownImage': '{path} is not an image of a known format',
  'workload.jsonLines':
    'Give it one JSON object per line, or a table with names in its first line.',
  'workload.parquet': '{path} cannot be read as Parquet: {why}',
  'workload.leftOut':
    '{count} of {all} requests were left out: prompt and output have more than {most} tokens together (--max-model-len).',
  'workload.nothingShortEnough':
    'max-model-len {length} leaves no request: the shortest has {shortest} tokens, prompt and output together',
  'workload.nothingShortEnough.remedy': 'Raise it, or lower the input or output length.',
  'workload.unknownSound': '{path} is not an audio file of a known format',
  'workload.unknownSound.remedy': 'Give WAV, FLAC, Ogg (Vorbis or Opus) or MP3 files.',
  'workload.recordingUnreadable': 'the recording {path} cannot be read: {why}',
  'workload.recordingUnreadable.remedy':
    'Fix the path; a relative path starts in the folder of the dataset.',
  'workload.unknownFormat': '{path} has an unknown format',
  'workload.unknownFormat.remedy': 'Give a file whose name ends in {endings}.',
  'workload.noGpt4Row': '{path} has no row of GPT-4 with an answer',
  'workload.burstGptFile': 'Give a CSV file of the BurstGPT trace.',
  'workload.emptyTexts': 'the text files of {path} are empty',
  'workload.emptyTexts.remedy': 'Name texts that are not empty.',
  'workload.noRecordedAnswers': 'conversations made of texts have no recorded answers',
  'workload.noRecordedAnswers.remedy': 'Leave --multi-turn-history at answers.',
  'workload.tooFewTurns': '{path} has no conversation of at least {turns} turns',
  'workload.tooFewTurns.remedy':
    'Lower --multi-turn-min-turns, give a file of longer conversations, or read those with tools by --dataset-name agent_trace.',
  'workload.noQuestion.remedy':
    'Check the path and the category; categories are compared letter by letter.',
  'workload.noUsableConversation': '{path} has no conversation of usable length',
  'workload.noUsableConversation.remedy':
    'Prompts need 4 to 1024 tokens, prompt and answer together at most 2048.',
  'workload.notInFolder': '{file} is not in this folder',
  'workload.shareGptFile.remedy':
    'Give its path with --dataset-path, or download it from the dataset anon8231489123/ShareGPT_Vicuna_unfiltered.',
  'workload.verseLines': 'Give it one line of verse per line.',
  'workload.pathNeeded': 'the {name} dataset is read from a file',
  'workload.pathNeeded.remedy': 'Give its path with --dataset-path.',
  'workload.tokenizerNeeded': 'the {name} dataset needs a tokenizer',
  'workload.tokenizerNeeded.remedy':
    'Drop --skip-tokenizer-init; only custom datasets can do without one.',
  'workload.preparingCancelled': 'preparing the workload was cancelled',
  'workload.hubPrivate': 'it is private or gated on the Hub',
  'workload.hubPrivate.remedy':
    'Set HF_TOKEN to a token with access. For a gated one, request access on its page.',
  'workload.hubUnknown': 'the Hub has none of that name and revision',
  'workload.hubUnknown.remedy':
    'Check the id, which is written ORG/NAME or ORG/NAME@REVISION, or give a path.',
  'workload.hubLater': 'Try again later, or give a path.',
  'workload.hubUnreachable':
    '{endpoint} cannot be reached ({why}), and it is not in the local cache',
  'workload.hubUnreachable.remedy':
    'Copy it to this machine and give its path, or set HF_ENDPOINT to a mirror that can be reached.',
  'workload.noFile': 'there is no file {path}',
  'workload.chatTemplate': "the model's chat template cannot be used: {why}",
  'workload.skipChatTemplate': 'Pass --skip-chat-template to send the prompts as they are.',
  'workload.role': 'messages of the role "{role}"',
  'workload.imagesOrSound': 'images or audio',
  'workload.deepSeekChat': '--tokenizer-mode deepseek_v32 cannot write chats with {what} here',
  'workload.noTokenizerOnHub': 'model {name} has no tokenizer that can be read',
  'workload.noTokenizerOnHub.remedy':
    'Name a model whose repository has a tokenizer.json, or let the server count.',
  'workload.noTekken': '{name} has no tekken.json',
  'workload.noTekken.remedy':
    'Omit --tokenizer-mode to read a tokenizer.json; omit --tokenizer too, and the server counts.',
  'workload.tekkenVersion': 'chats with a tekken.json of version "{version}"',
  'workload.chatWithMedia': 'a chat with images or audio',
  'workload.chatSpeaker': 'a chat in which {who} speaks',
  'workload.mistralChat': 'the Mistral format of {what} is not supported',
  'workload.mistralChat.remedy':
    'Pass --skip-chat-template to send the prompts as they are, or --tokenizer with a tokenizer.json.',
  'workload.noTokenizer': 'there is no tokenizer at {path}',
  'workload.noTokenizer.remedy':
    'Give a tokenizer.json, a folder with one, or the id of a model on the hub; save_pretrained() of transformers writes one from other files. Without --tokenizer the server tokenizes.',
  'workload.otherTokenizer': '{name} has a {file}, which must be converted, and no tokenizer.json',
  'workload.otherTokenizer.remedy': `Run pip install transformers sentencepiece protobuf && python -c "from transformers import AutoTokenizer; AutoTokenizer.from_pretrained('{name}').save_pretrained('tokenizer')" and pass --tokenizer tokenizer. Without --tokenizer the server tokenizes.`,
  'workload.chatTemplateNames':
    'it has templates named {names}, and none named default; put the right one into chat_template.jinja',
  'workload.noTokenizerHere':
    'no tokenizer for {model} on this machine, and the server does not replace it: {why}',
  'workload.theModel': 'the model',
  'workload.noVocabulary': 'the size of the vocabulary is not available from {url}',
  'workload.unknownSplitter': '{path}: how {name} splits texts is unknown',
  'workload.unknownSplitter.remedy':
    'Known are {names}. Otherwise drop --tokenizer, and the server counts.',
  'workload.tokenizerFolder':
    "Pass --tokenizer with a folder that holds the model's tokenizer.json, or --prompt-token-ids with the random dataset.",
  'workload.noDetokenize': '{baseUrl} has no /detokenize, which random prompts need',
  'workload.noDetokenize.remedy':
    "Pass --tokenizer with the model's name or a folder that holds its tokenizer.json, or use a dataset of texts.",
  'workload.tokenizeForm': '{baseUrl}{path} gave an unexpected response',
  'workload.tokenizeUnreachable': '{baseUrl}{path} cannot be reached: {why}',
  'workload.tokenizeUnreachable.remedy':
    'Check that the server runs and that the address is right.',
  'workload.invalidTokenizer': '{path} is not valid: {why}',
  'workload.invalidTokenizer.remedy': "Copy the model's tokenizer files again.",
  'workload.tokenizerUnreadable': '{path} cannot be read: {why}',
  'workload.tokenizerUnreadable.remedy':
    "Give the model's own tokenizer.json, or a folder that holds it, and copy it again if it was cut. save_pretrained() of transformers writes one from SentencePiece, GGUF and vocabulary files.",
  'workload.noQuestion': '{path} has no question',
  'workload.noQuestionOfCategory': '{path} has no question of category {category}',
  'workload.offline': 'HF_HUB_OFFLINE is set',
  'workload.outsideRepository': 'the Hub names a file outside the repository: {path}',
  'workload.tools': 'tools',
} as const
