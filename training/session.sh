#!/bin/sh
# One whole session on a machine without a compiler; docs/chairman.md says what to take along.
set -e
pip install -q --no-deps --target /tmp/tielu-session dist/tielu-*-cp312-*.whl
export PYTHONPATH=/tmp/tielu-session:. PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
exec python3 -m training.session --out "${OUT:?the folder for what comes back}" --work /tmp/session "$@"
