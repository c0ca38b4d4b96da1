import { useImportTexts } from '../../../texts/imports.ts';

interface ColumnWords {
  /** What a column is called. One without a name in the file is called by its position. */
  called: (column: string) => string;
  /** The label of the choice of its field. */
  fieldFor: (column: string) => string;
}

/** As `columnName` calls a column without a name. A list of failed rows keeps the name, at another position. */
const UNNAMED = /^column (\d+)$/;

export function useColumnWords(): ColumnWords {
  const { mapping: texts } = useImportTexts();
  const positionIn = (column: string) => UNNAMED.exec(column)?.[1];
  return {
    called: (column) => {
      const position = positionIn(column);
      return position === undefined ? column : texts.unnamed(position);
    },
    fieldFor: (column) => {
      const position = positionIn(column);
      return position === undefined ? texts.fieldFor(column) : texts.fieldForUnnamed(position);
    },
  };
}
