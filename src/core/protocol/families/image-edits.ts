// Image edits as vLLM-Omni's client requests them: a form of a prompt and images as input, a document of images as
// output.
import { appError } from '../../model/app-error.ts'
import type { ImagePart, MediaPart } from '../../workload/message-content.ts'
import { commonFields, promptText } from '../requests/common-fields.ts'
import { type Payload, RepeatedField, type RequestForm } from '../requests/request-form.ts'
import { sizeOf } from './images.ts'

/** Fields of `--extra-body` that vLLM-Omni's client sends. */
const sentFields = [
  'negative_prompt',
  'num_inference_steps',
  'guidance_scale',
  'guidance_scale_2',
  'strength',
  'true_cfg_scale',
  'seed',
  'generator_device',
  'lora',
  'layers',
  'resolution',
  'bot_task',
  'sys_type',
  'system_prompt',
  'return_stage_metrics',
] as const

export const imageEditsRequest: RequestForm = {
  encoding: 'multipart',
  sendsKey: true,
  fields: (request, { config, model }) => {
    const common: Payload = {
      ...{ bot_task: config.imageEditsBotTask, return_stage_metrics: true },
      ...commonFields(request, config),
    }
    const { size, width, height, output_format: format = 'png', stream } = common
    if (stream === true) {
      throw appError('unsupported', 'workload.noStreamedEdits', {}, { field: 'extraBody' })
    }
    const urls = (request.media ?? []).filter(isImage).map(({ image_url: { url } }) => url)
    if (urls.length === 0) {
      throw appError('unsupported', 'workload.noImagesToEdit', {}, { field: 'datasetName' })
    }
    const own = sentFields.flatMap((name) => {
      const value = common[name]
      return value === undefined || value === null ? [] : [[name, value] as const]
    })
    return {
      model,
      prompt: promptText(request.prompt),
      response_format: 'b64_json',
      output_format: format,
      stream: 'false',
      ...{ size: 'auto', ...sizeOf({ size, width, height }) },
      ...Object.fromEntries(own),
      url: new RepeatedField(urls),
    }
  },
}

function isImage(part: MediaPart): part is ImagePart {
  return part.type === 'image_url'
}
