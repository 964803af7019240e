// The picture of a mission, above its words. It says nothing that they do not: without a name of its own.
import Box from '@mui/material/Box'
import { pictureSources } from '#domain/tenancy/image-sizes.ts'

/** `url`: `/files/{hash}`. `height`: CSS pixels. */
export const MissionPicture = ({ url, height = 160 }: { url: string; height?: number }) => (
  <Box
    component="img"
    {...pictureSources(url, 480)}
    alt=""
    loading="lazy"
    sx={{ display: 'block', width: '100%', maxWidth: 480, height, objectFit: 'cover', borderRadius: 1, mb: 1 }}
  />
)
