// The form of GeoJSON points and polygons, WGS84 lon/lat. Whether a polygon is sound geometry is judged in domain/geo (BR-01).
import { z } from 'zod'

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])

export const pointCheck = (): z.ZodType => z.strictObject({ type: z.literal('Point'), coordinates: position })
export const polygonCheck = (): z.ZodType =>
  z.strictObject({ type: z.literal('Polygon'), coordinates: z.array(z.array(position).min(4).max(5001)).min(1).max(20) })
