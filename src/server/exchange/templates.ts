// Empty tables to fill: the header and one example row as CSV, or a workbook with drop-down lists and a second
// sheet that says what each column is for.
import { writeXlsx } from 'hucre/xlsx'
import { csvText } from '#domain/exchange/csv.ts'
import type { Layout } from '#domain/exchange/layout.ts'

export const csvTemplate = (layout: Layout): string =>
  `\ufeff${csvText(
    layout.columns.map(({ name }) => name),
    [layout.columns.map(({ example = '' }) => example)],
  )}`

/** Rows below the header for which the drop-down lists hold. */
const listedRows = 5_000
/** Excel refuses a list in a formula beyond this. */
const longestList = 255

export function xlsxTemplate(layout: Layout): Promise<Uint8Array> {
  const columns = layout.columns
  const lists = columns.flatMap(({ choices, label }, index) => {
    const values = choices?.map(({ value }) => value) ?? []
    if (values.length === 0 || values.join(',').length > longestList) return []
    const columnName = columnLetter(index)
    return [
      {
        type: 'list' as const,
        values,
        range: `${columnName}2:${columnName}${listedRows}`,
        allowBlank: true,
        showErrorMessage: true,
        errorStyle: 'warning' as const,
        errorTitle: label,
        errorMessage: 'Not one of the known values.',
      },
    ]
  })
  return writeXlsx({
    sheets: [
      { name: 'Table', rows: [columns.map(({ name }) => name), columns.map(({ example = '' }) => example)], freezePane: { rows: 1 }, dataValidations: lists },
      {
        name: 'Columns',
        rows: [
          ['column', 'meaning', 'needed', 'values', 'note'],
          ...columns.map(({ name, label, required, instead, choices, help }) => [
            name,
            label,
            required ? (instead ? `yes, or ${instead}` : 'yes') : '',
            choices?.map(({ value, label: title }) => `${value} = ${title}`).join('; ') ?? '',
            help ?? '',
          ]),
        ],
        freezePane: { rows: 1 },
      },
    ],
  })
}

function columnLetter(index: number): string {
  const rest = String.fromCharCode(65 + (index % 26))
  return index < 26 ? rest : `${columnLetter(Math.floor(index / 26) - 1)}${rest}`
}
