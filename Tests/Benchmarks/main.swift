import TestBeds
