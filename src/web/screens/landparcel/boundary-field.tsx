// The boundary within a form: the drawing canvas, the live checks, and every corner as fields. What was measured on the
// way (method, accuracy, day) goes into the form's own fields.

import { useEffect, useRef } from 'react'
import type { Polygon } from '#domain/kernel/kinds.ts'
import { authorization } from '#web/api/client.ts'
import { FieldFrame } from '#web/fields/field-frame.tsx'
import type { EditorProps } from '#web/fields/form-context.ts'
import { inputId } from '#web/fields/input-id.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { BoundaryWorkspace } from '#web/map/boundary/boundary-workspace.tsx'
import { cornersOf } from '#web/map/boundary/sketch.ts'
import { useBoundary } from '#web/map/boundary/use-boundary.ts'
import { useNeighbours, usePlaceToLook } from './drawing-ground.ts'

export function BoundaryField({ field, name, value, onChange, error, form, setOther, record }: EditorProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const polygon = (value as Polygon | null) ?? null
  const farmerId = (record?.farmerId ?? form.farmerId ?? null) as string | null
  const declaredHa = Number(String(form.declaredAreaHa ?? '').replace(',', '.')) || null
  const { neighbours, onView } = useNeighbours(record?.id ?? null)
  const around = usePlaceToLook(farmerId || null)
  const session = useBoundary({ polygon, neighbours, declaredHa })
  const { sketch, checks, dispatch, takeTool } = session
  const given = useRef(JSON.stringify(polygon))

  // What the hand did goes into the form …
  useEffect(() => {
    if (!session.isDirty) return
    const made = JSON.stringify(checks.polygon)
    if (session.live || made === given.current) return
    given.current = made
    onChange(checks.polygon)
    setOther('boundaryMethod', checks.polygon ? (sketch.method ?? '') : '')
    setOther('mappedAt', checks.polygon ? format.today() : '')
    setOther('gpsAccuracyM', checks.accuracy ? String(checks.accuracy.medianM) : '')
  }, [session.isDirty, session.live, checks, sketch.method, onChange, setOther, format])
  // … and what the form got otherwise (a draft put back) onto the map.
  useEffect(() => {
    const now = JSON.stringify(polygon)
    if (now === given.current) return
    given.current = now
    dispatch({ type: 'restarted', corners: cornersOf(polygon) })
    if (polygon) takeTool('edit')
  }, [polygon, dispatch, takeTool])

  return (
    <FieldFrame id={inputId(name)} label={t(field.label)} required={false} error={error} group>
      <BoundaryWorkspace session={session} declaredHa={declaredHa} isRefused={error !== undefined} around={around} onView={onView} headers={authorization} />
    </FieldFrame>
  )
}
