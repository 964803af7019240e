// Which columns a list shows, chosen by the person and stored on this device.

import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { AnyEntity } from '#domain/kernel/entity.ts'
import { fieldOf, listableNames } from '#web/fields/columns.ts'
import { CheckBoxOutlineBlankOutlined as Unchecked } from '#web/icons/check-box-outline-blank-outlined.ts'
import { CheckBoxOutlined as Checked } from '#web/icons/check-box-outlined.ts'
import { ViewColumnOutlined as Columns } from '#web/icons/view-column-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useRemembered } from '#web/ui/device-memory.ts'
import { LazyMenu } from '#web/ui/lazy-menu.tsx'
import { lineAbove } from '#web/ui/line-above.ts'
import { useOwnAddress } from '../here.ts'
import { type EntitySlots, useSlots } from '../slots.ts'

/** The column of open findings: every list can have it. */
export const findings = { id: 'findings', label: /* i18n */ 'Finding' } as const

/** What a column is called; undefined: there is none of that name. */
const labelOf = (entity: AnyEntity, { columns }: EntitySlots, name: string): string | undefined =>
  fieldOf(entity, name)?.label ?? [...(columns?.custom ?? []), findings].find(({ id }) => id === name)?.label

const standardOf = (entity: AnyEntity, { columns }: EntitySlots): readonly string[] => columns?.standard ?? (entity.list as string[])

/** The chosen columns, in the order of the declaration; names it no longer has are dropped. */
export function useColumns(entity: AnyEntity): [string[], (names: string[] | null) => void] {
  const slots = useSlots(entity.name)
  const custom = useOwnAddress()
  const [stored, setStored] = useRemembered<string[] | null>(`columns:${custom?.heading ?? entity.name}`, null)
  const known = (stored ?? custom?.columns ?? standardOf(entity, slots)).filter((name) => labelOf(entity, slots, name) !== undefined)
  return [known, setStored]
}

export function ColumnChooser({ entity, names, onChange }: { entity: AnyEntity; names: readonly string[]; onChange: (names: string[] | null) => void }) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const slots = useSlots(entity.name)
  const all = [...new Set([...standardOf(entity, slots), ...(entity.list as string[]), ...listableNames(entity), findings.id])]
  return (
    <>
      <Button size="small" variant="outlined" color="inherit" startIcon={<Columns />} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        {t('Columns')}
      </Button>
      <LazyMenu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={{ paper: { sx: { maxHeight: 440 } } }}>
        {all.map((name) => {
          const checked = names.includes(name)
          const Mark = checked ? Checked : Unchecked
          return (
            <MenuItem
              key={name}
              dense
              role="menuitemcheckbox"
              aria-checked={checked}
              onClick={() => onChange(checked ? names.filter((one) => one !== name) : all.filter((one) => one === name || names.includes(one)))}
            >
              <Mark aria-hidden sx={{ mr: 1, color: checked ? 'brand.ink' : 'ink3' }} />
              {t(labelOf(entity, slots, name) ?? name)}
            </MenuItem>
          )
        })}
        <MenuItem dense onClick={() => onChange(null)} sx={lineAbove}>
          {t('Standard columns')}
        </MenuItem>
      </LazyMenu>
    </>
  )
}
