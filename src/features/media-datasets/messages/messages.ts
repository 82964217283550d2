// Messages of datasets with images and videos.
export const mediaDatasetsMessages = {
  'config.bucketKey': 'must be keyed by "(height, width, frames)"',
  'config.noImageParts':
    'applies to the images of custom_image only; leave it off for other datasets',
  'config.noBucket': 'needs at least one size with a weight above 0',
  'config.tooManyItems':
    'asks for more items than the limits per prompt allow; lower it or raise the limits',
  'workload.imageForm':
    'Rows are {"prompt": "…", "image_files": ["…"]}, or {"content": […]} of parts of type text, image and image_url.',
  'workload.badStatus': 'the response was {status} {statusText}',
  'workload.imageUnavailable': 'the image {path} cannot be loaded: {why}',
  'workload.imageUnavailable.remedy': 'Fix the path or address, or leave fetching to the server.',
} as const
