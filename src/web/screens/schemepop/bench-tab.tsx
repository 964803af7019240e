// The test bench of a version of rules: a real crop is chosen, and each rule says what it finds. Drafts too; nothing is written.
import Box from '@mui/material/Box'
import { useState } from 'react'
import { nameIn } from '#web/api/names.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { ReferencePicker } from '#web/fields/reference-picker.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { JudgedRules } from './judged-rules.tsx'
import { useBench } from './queries.ts'

export function BenchTab({ record: schemePop }: PanelProps) {
  const { t } = useTranslation()
  const [cropId, setCropId] = useState<string | null>(null)
  const { data, error, refetch } = useBench(schemePop.id, cropId)
  const cropTypeId = typeof schemePop.cropTypeId === 'string' ? schemePop.cropTypeId : null
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Panel title={t('Try the rules on a crop')} note={t('Nothing is written and nothing follows.')}>
        <Box sx={{ maxWidth: 480 }}>
          <ReferencePicker
            target="crop"
            label={t('Crop')}
            value={cropId}
            onChange={setCropId}
            filters={cropTypeId ? { cropTypeId: [cropTypeId] } : undefined}
            {...(data ? { refs: { [data.crop.id]: { entity: 'crop', title: nameIn(t, data.crop.title), code: data.crop.code } } } : {})}
          />
        </Box>
      </Panel>
      {error ? (
        <LoadError problem={error} title={t('The crop could not be judged')} retry={() => void refetch()} />
      ) : data ? (
        <JudgedRules of={data} title={`${nameIn(t, data.crop.title)}, ${data.crop.code}`} />
      ) : cropId === null ? null : (
        <Panel>
          <ListSkeleton rows={6} columns={3} />
        </Panel>
      )}
    </Box>
  )
}
