import sys

from kneepoint import main

sys.exit(main())
