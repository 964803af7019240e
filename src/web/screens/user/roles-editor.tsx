// Giving roles: each role says in a sentence what it is for, and asks only for its access scope. The same role may be
// given twice, for other operators with other villages.

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { type Role, roles } from '#domain/access.ts'
import type { Field } from '#domain/kernel/field.ts'
import { roleScope, type ScopeName } from '#domain/people/role-scope.ts'
import { roleSentences } from '#domain/people/role-words.ts'
import { useOperator } from '#web/api/operator.ts'
import { FieldFrame } from '#web/fields/field-frame.tsx'
import type { EditorProps } from '#web/fields/form-context.ts'
import { FormField } from '#web/fields/form-field.tsx'
import { inputId } from '#web/fields/input-id.ts'
import { AddOutlined as Add } from '#web/icons/add-outlined.ts'
import { DeleteOutlineOutlined as Delete } from '#web/icons/delete-outline-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useAccess } from '#web/session/use-access.ts'

const all = Object.keys(roles) as Role[]
/** What an empty scope means, where the role does without. */
const helps: Partial<Record<ScopeName, string>> = {
  villages: /* i18n */ 'None named means all villages. Press Enter after each.',
  operatorIds: /* i18n */ 'Until one is named they see no records of any.',
}

export function RolesEditor({ field, name, error }: EditorProps) {
  const { t } = useTranslation()
  const { fields: grants, append, remove } = useFieldArray({ name })
  const [isChoosing, setChoosing] = useState(false)
  const here = useOperator()
  const operators = useAccess()?.operators ?? []
  const give = (role: Role) => {
    // At an operator's own address that one is the default.
    const defaults = 'operatorIds' in roleScope[role] ? operators.filter(({ id, code }) => id === here || code === here).map(({ id }) => id) : []
    append({ role, operatorIds: defaults, processorIds: [], certificationBodyIds: [], villages: [] })
    setChoosing(false)
  }
  return (
    <FieldFrame id={inputId(name)} label={t(field.label)} required error={error} group>
      <Box sx={{ display: 'grid', gap: 1 }}>
        {grants.map((grant, at) => (
          <GrantCard
            key={grant.id}
            name={`${name}.${at}`}
            role={(grant as unknown as { role: Role }).role}
            fields={field.fields ?? {}}
            onRemove={() => remove(at)}
          />
        ))}
        {grants.length === 0 || isChoosing ? (
          <Choice onChoose={give} taken={grants.map((grant) => (grant as unknown as { role: Role }).role)} />
        ) : grants.length < (field.max ?? 20) ? (
          <Button variant="outlined" color="inherit" startIcon={<Add />} onClick={() => setChoosing(true)} sx={{ justifySelf: 'start', borderStyle: 'dashed' }}>
            {t('Give another role')}
          </Button>
        ) : null}
      </Box>
    </FieldFrame>
  )
}

type GrantCardProps = { name: string; role: Role; fields: Readonly<Record<string, Field>>; onRemove: () => void }

function GrantCard({ name, role, fields, onRemove }: GrantCardProps) {
  const { t } = useTranslation()
  const scopes = Object.entries(roleScope[role]) as [ScopeName, boolean][]
  return (
    <Box role="group" aria-label={t(roles[role])} sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, bgcolor: 'background.default', p: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle1" component="h3">
            {t(roles[role])}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {t(roleSentences[role])}
          </Typography>
        </Box>
        <IconButton onClick={onRemove} aria-label={t('Take back: {{role}}', { role: t(roles[role]) })}>
          <Delete />
        </IconButton>
      </Box>
      {scopes.length > 0 ? (
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(220px, 1fr))' }, gap: 1.5, mt: 1.5 }}>
          {scopes.map(([scope, isNeeded]) => {
            const requested = fields[scope]
            const help = isNeeded ? undefined : helps[scope]
            return requested ? (
              <FormField key={scope} name={`${name}.${scope}`} field={{ ...requested, required: isNeeded, min: isNeeded ? 1 : 0, ...(help ? { help } : {}) }} />
            ) : null
          })}
        </Box>
      ) : null}
    </Box>
  )
}

/** All roles, each with its sentence: whoever gives one need not know them by heart. */
function Choice({ onChoose, taken }: { onChoose: (role: Role) => void; taken: readonly Role[] }) {
  const { t } = useTranslation()
  return (
    <Box
      component="ul"
      aria-label={t('Choose a role')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 1 }}
    >
      {all
        // Without an access scope a second one would say the same again.
        .filter((role) => !taken.includes(role) || Object.keys(roleScope[role]).length > 0)
        .map((role) => (
          <Box component="li" key={role} sx={{ display: 'grid' }}>
            <ButtonBase
              onClick={() => onChoose(role)}
              sx={{
                display: 'flex',
                flexDirection: 'column',
                alignItems: 'flex-start',
                justifyContent: 'flex-start',
                textAlign: 'left',
                p: 1.5,
                border: '1px solid',
                borderColor: 'edge',
                borderRadius: 1,
                bgcolor: 'background.paper',
                '&:hover, &.Mui-focusVisible': { borderColor: 'brand.ink', bgcolor: 'brand.softer' },
              }}
            >
              <Typography variant="subtitle1" component="span" sx={{ display: 'block' }}>
                {t(roles[role])}
              </Typography>
              <Typography variant="body2" component="span" color="textSecondary" sx={{ display: 'block' }}>
                {t(roleSentences[role])}
              </Typography>
            </ButtonBase>
          </Box>
        ))}
    </Box>
  )
}
